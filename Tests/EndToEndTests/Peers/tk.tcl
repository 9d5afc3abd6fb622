# Tk as owner and as reader of selections; speaks the line protocol of peer.py.
wm withdraw .
fconfigure stdout -buffering line -encoding utf-8
fconfigure stdin -blocking 0 -encoding utf-8 -translation lf

proc content {path} {
  set file [open $path rb]
  set data [read $file]
  close $file
  return [encoding convertfrom utf-8 $data]
}

proc store {text path} {
  set data [encoding convertto utf-8 $text]
  set file [open $path wb]
  puts -nonewline $file $data
  close $file
  return [list ok [string length $data]]
}

# Tk's own clipboard for CLIPBOARD, a handler for the others.
proc own {selection path} {
  global held
  set held($selection) [content $path]
  if {$selection eq "CLIPBOARD"} {
    clipboard clear
    clipboard append -- $held($selection)
  } else {
    selection handle -selection $selection -type UTF8_STRING . [list piece $selection]
    selection own -selection $selection .
  }
  update
  return ok
}

# Each pair is a target and a file, written as TARGET=PATH.
proc offer {pairs} {
  clipboard clear
  foreach pair $pairs {
    set cut [string last = $pair]
    set target [string range $pair 0 $cut-1]
    set text [content [string range $pair $cut+1 end]]
    # Plain text by itself becomes UTF8_STRING too, and whole; anything else is sent as Latin-1.
    if {$target eq "UTF8_STRING"} { clipboard append -- $text } else {
      clipboard append -type $target -- $text
    }
  }
  update
  return ok
}

proc piece {selection offset most} {
  global held
  return [string range $held($selection) $offset [expr {$offset + $most - 1}]]
}

proc perform {words} {
  lassign $words verb selection first second
  switch -- $verb {
    own - own-text { return [own $selection [lindex [split $first =] end]] }
    offer { return [offer [lrange $words 2 end]] }
    get {
      return [store [selection get -selection $selection -type $first] $second]
    }
    get-text {
      if {[catch {selection get -selection $selection -type UTF8_STRING} text]} { return none }
      return [store $text $first]
    }
    targets { return [concat ok [selection get -selection $selection -type TARGETS]] }
    clear {
      selection clear -selection $selection
      update
      return ok
    }
    quit { after idle exit; return ok }
    default { return [list error "no such command: $verb"] }
  }
}

proc readable {} {
  if {[gets stdin line] < 0} {
    if {[eof stdin]} { exit }
    return
  }
  if {[catch {perform [split $line \t]} reply]} { set reply [list error $reply] }
  puts [join [lmap word $reply {string map {\t { } \n { }} $word}] \t]
}

fileevent stdin readable readable
after idle { puts ready }
