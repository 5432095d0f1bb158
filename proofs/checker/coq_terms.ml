(* A game, its patterns and their refutation as a file for Coq: the theorem that this game cannot be won, by
   computation. *)

let print _name _game _patterns _steps _hints = ()
