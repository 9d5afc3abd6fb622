"""Pillow, an opinion of images that is not ours.

    images.py make WIDTH HEIGHT PATH      a PNG whose pixels all differ a little
    images.py compare PATH ORIGINAL       prints format, width, height, and the mean and the largest
                                          difference of a channel, in 255ths
"""

import sys

from PIL import Image, ImageChops, ImageStat


def make(width, height, path):
    ramp = Image.linear_gradient("L").resize((width, height))
    disk = Image.radial_gradient("L").resize((width, height))
    Image.merge("RGB", (ramp, disk, ramp.rotate(180))).save(path, "PNG")


def compare(path, original):
    with Image.open(path) as image, Image.open(original) as other:
        image.load()
        if image.size != other.size:
            print(image.format, *image.size, "-", "-")
            return
        difference = ImageStat.Stat(ImageChops.difference(image.convert("RGB"), other.convert("RGB")))
        largest = max(high for _, high in difference.extrema)
        print(image.format, *image.size, round(sum(difference.mean) / 3), largest)


if sys.argv[1] == "make":
    make(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
else:
    compare(sys.argv[2], sys.argv[3])
