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

proc piece {selection offset most} {
  global held
  return [string range $held($selection) $offset [expr {$offset + $most - 1}]]
}

proc perform {words} {
  lassign $words verb selection first second
  switch -- $verb {
    own - own-text - offer { return [own $selection [lindex [split $first =] end]] }
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
