; FreeCell, one card at a time, as the Autoscale collection of planning tasks has it: the same operators
; as in the competitions of 2000 and 2002, but columns and cells are counted by types of their own.
;
; (clear c)        c lies on top of a column     (bottomcol c)   c lies at the bottom of one
; (on c d)         c lies on d                   (incell c)      c lies in a cell
; (home c)         c is the last card home of its suit, or the empty foundation of rank 0
; (canstack c d)   c may be put on d             (successor m n) m = n + 1
; (cellspace n)    n cells are free              (colspace n)    n columns are empty

(define (domain freecell)
  (:requirements :strips :typing)
  (:types card colnum cellnum num suit)
  (:predicates
    (on ?c ?d - card)
    (incell ?c - card)
    (clear ?c - card)
    (bottomcol ?c - card)
    (home ?c - card)
    (cellspace ?n - cellnum)
    (colspace ?n - colnum)
    (canstack ?c ?d - card)
    (hassuit ?c - card ?s - suit)
    (value ?c - card ?n - num)
    (successor ?m ?n - num)
    (colsuccessor ?m ?n - colnum)
    (cellsuccessor ?m ?n - cellnum))

  ; Between columns. The operators with -b take the last card of a column.
  (:action move
    :parameters (?card ?oldcard ?newcard - card)
    :precondition (and (clear ?card) (on ?card ?oldcard) (clear ?newcard) (canstack ?card ?newcard))
    :effect (and (on ?card ?newcard) (clear ?oldcard)
                 (not (on ?card ?oldcard)) (not (clear ?newcard))))

  (:action move-b
    :parameters (?card ?newcard - card ?cols ?ncols - colnum)
    :precondition (and (clear ?card) (bottomcol ?card) (clear ?newcard) (canstack ?card ?newcard)
                       (colspace ?cols) (colsuccessor ?ncols ?cols))
    :effect (and (on ?card ?newcard) (colspace ?ncols)
                 (not (bottomcol ?card)) (not (clear ?newcard)) (not (colspace ?cols))))

  (:action sendtonewcol
    :parameters (?card ?oldcard - card ?cols ?ncols - colnum)
    :precondition (and (clear ?card) (on ?card ?oldcard) (colspace ?cols) (colsuccessor ?cols ?ncols))
    :effect (and (bottomcol ?card) (clear ?oldcard) (colspace ?ncols)
                 (not (on ?card ?oldcard)) (not (colspace ?cols))))

  ; To a cell.
  (:action sendtofree
    :parameters (?card ?oldcard - card ?cells ?ncells - cellnum)
    :precondition (and (clear ?card) (on ?card ?oldcard) (cellspace ?cells) (cellsuccessor ?cells ?ncells))
    :effect (and (incell ?card) (clear ?oldcard) (cellspace ?ncells)
                 (not (on ?card ?oldcard)) (not (clear ?card)) (not (cellspace ?cells))))

  (:action sendtofree-b
    :parameters (?card - card ?cells ?ncells - cellnum ?cols ?ncols - colnum)
    :precondition (and (clear ?card) (bottomcol ?card) (cellspace ?cells) (cellsuccessor ?cells ?ncells)
                       (colspace ?cols) (colsuccessor ?ncols ?cols))
    :effect (and (incell ?card) (colspace ?ncols) (cellspace ?ncells)
                 (not (bottomcol ?card)) (not (clear ?card))
                 (not (colspace ?cols)) (not (cellspace ?cells))))

  ; Home from a column.
  (:action sendtohome
    :parameters (?card ?oldcard - card ?suit - suit ?vcard - num ?homecard - card ?vhomecard - num)
    :precondition (and (clear ?card) (on ?card ?oldcard) (home ?homecard)
                       (hassuit ?card ?suit) (hassuit ?homecard ?suit)
                       (value ?card ?vcard) (value ?homecard ?vhomecard) (successor ?vcard ?vhomecard))
    :effect (and (home ?card) (clear ?oldcard)
                 (not (on ?card ?oldcard)) (not (home ?homecard)) (not (clear ?card))))

  (:action sendtohome-b
    :parameters (?card - card ?suit - suit ?vcard - num ?homecard - card ?vhomecard - num ?cols ?ncols - colnum)
    :precondition (and (clear ?card) (bottomcol ?card) (home ?homecard)
                       (hassuit ?card ?suit) (hassuit ?homecard ?suit)
                       (value ?card ?vcard) (value ?homecard ?vhomecard) (successor ?vcard ?vhomecard)
                       (colspace ?cols) (colsuccessor ?ncols ?cols))
    :effect (and (home ?card) (colspace ?ncols)
                 (not (home ?homecard)) (not (clear ?card)) (not (bottomcol ?card))
                 (not (colspace ?cols))))

  ; From a cell.
  (:action homefromfreecell
    :parameters (?card - card ?suit - suit ?vcard - num ?homecard - card ?vhomecard - num ?cells ?ncells - cellnum)
    :precondition (and (incell ?card) (home ?homecard)
                       (hassuit ?card ?suit) (hassuit ?homecard ?suit)
                       (value ?card ?vcard) (value ?homecard ?vhomecard) (successor ?vcard ?vhomecard)
                       (cellspace ?cells) (cellsuccessor ?ncells ?cells))
    :effect (and (home ?card) (cellspace ?ncells)
                 (not (incell ?card)) (not (cellspace ?cells)) (not (home ?homecard))))

  (:action colfromfreecell
    :parameters (?card ?newcard - card ?cells ?ncells - cellnum)
    :precondition (and (incell ?card) (clear ?newcard) (canstack ?card ?newcard)
                       (cellspace ?cells) (cellsuccessor ?ncells ?cells))
    :effect (and (cellspace ?ncells) (clear ?card) (on ?card ?newcard)
                 (not (incell ?card)) (not (cellspace ?cells)) (not (clear ?newcard))))

  (:action newcolfromfreecell
    :parameters (?card - card ?cols ?ncols - colnum ?cells ?ncells - cellnum)
    :precondition (and (incell ?card) (colspace ?cols) (cellspace ?cells)
                       (colsuccessor ?cols ?ncols) (cellsuccessor ?ncells ?cells))
    :effect (and (bottomcol ?card) (clear ?card) (colspace ?ncols) (cellspace ?ncells)
                 (not (incell ?card)) (not (colspace ?cols)) (not (cellspace ?cells)))))
