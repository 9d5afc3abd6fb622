@_exported public import FoundationEssentials
@_exported public import UniformTypeIdentifiers
