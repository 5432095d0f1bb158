; Thoughtful solitaire as the planning competitions of 2008 and 2014 have it: the same predicates, the same
; operators with the same parameters in the same order, so that tasks and plans serve both. It is Klondike
; with all cards known, one card drawn at a time, unlimited redeals, and cards that may come back from home.
;
; (on c e)        c lies on e in a column               (bottomcol c)       c lies at the bottom of one
; (clear c)       nothing lies on c                     (faceup c)          c may move, with all that lies on it
; (canstack c e)  c may be put on e                     (king c)            c may fill an empty column
; (colspace n)    n columns are empty                   (colsuccessor n m)  n is one more than m
; (home c)        c is the last card home of its suit; of rank 0 where there is none
; (ontalon c e)   c lies on e in the talon              (toptalon c), (bottomtalon c)  its ends
; (talonplayable c)  the card of the talon that may be taken; the talon is turned like a ring
;
; One effect is left out: col-to-home of the competition also adds (on ?card ?homecard). A card that came
; back from home would then lie on two cards. All preconditions are positive, so a plan that is valid here
; is valid there.

(define (domain thoughtful-typed)
  (:requirements :typing)
  (:types card colnum num suittype)
  (:predicates
    (on ?c - card ?e - card)
    (ace ?c - card)
    (king ?c - card)
    (clear ?c - card)
    (colspace ?n - colnum)
    (bottomtalon ?c - card)
    (toptalon ?c - card)
    (ontalon ?c - card ?e - card)
    (talonplayable ?c - card)
    (instack ?c - card)
    (home ?c - card)
    (faceup ?c - card)
    (bottomcol ?c - card)
    (suit ?c - card ?s - suittype)
    (value ?c - card ?v - num)
    (successor ?n - num ?m - num)
    (canstack ?c - card ?e - card)
    (colsuccessor ?n - colnum ?m - colnum))

  ; From column to column, with all that lies on the card: onto a card, off the bottom of a column, or a king
  ; into an empty column.
  (:action move-col-to-col
    :parameters (?card ?oldcard ?newcard - card)
    :precondition (and (faceup ?card) (clear ?newcard) (canstack ?card ?newcard) (on ?card ?oldcard))
    :effect (and (on ?card ?newcard) (clear ?oldcard) (faceup ?oldcard)
                 (not (on ?card ?oldcard)) (not (clear ?newcard))))

  (:action move-col-to-col-b
    :parameters (?card ?newcard - card ?cols ?ncols - colnum)
    :precondition (and (faceup ?card) (bottomcol ?card) (clear ?newcard) (canstack ?card ?newcard)
                       (colspace ?cols) (colsuccessor ?ncols ?cols))
    :effect (and (on ?card ?newcard) (colspace ?ncols)
                 (not (bottomcol ?card)) (not (clear ?newcard)) (not (colspace ?cols))))

  (:action move-col-to-col-c
    :parameters (?card ?oldcard - card ?cols ?ncols - colnum)
    :precondition (and (faceup ?card) (king ?card) (colspace ?cols) (colsuccessor ?cols ?ncols)
                       (on ?card ?oldcard))
    :effect (and (bottomcol ?card) (clear ?oldcard) (faceup ?oldcard) (colspace ?ncols)
                 (not (on ?card ?oldcard)) (not (colspace ?cols))))

  ; From a column home: off a card, or off the bottom.
  (:action col-to-home
    :parameters (?card ?oldcard - card ?suit - suittype ?vcard - num ?homecard - card ?vhomecard - num)
    :precondition (and (clear ?card) (on ?card ?oldcard) (home ?homecard)
                       (suit ?card ?suit) (suit ?homecard ?suit)
                       (value ?card ?vcard) (value ?homecard ?vhomecard) (successor ?vcard ?vhomecard))
    :effect (and (home ?card) (clear ?oldcard) (faceup ?oldcard)
                 (not (on ?card ?oldcard)) (not (home ?homecard))
                 (not (faceup ?card)) (not (clear ?card))))

  (:action col-to-home-b
    :parameters (?card ?homecard - card ?suit - suittype ?vcard ?vhomecard - num ?cols ?ncols - colnum)
    :precondition (and (clear ?card) (bottomcol ?card) (home ?homecard)
                       (suit ?card ?suit) (suit ?homecard ?suit)
                       (value ?card ?vcard) (value ?homecard ?vhomecard) (successor ?vcard ?vhomecard)
                       (colspace ?cols) (colsuccessor ?ncols ?cols))
    :effect (and (home ?card) (colspace ?ncols)
                 (not (home ?homecard)) (not (faceup ?card)) (not (clear ?card))
                 (not (bottomcol ?card)) (not (colspace ?cols))))

  ; From the talon onto a card: out of its middle, off its bottom, off its top, and its last card. The card
  ; beneath is playable next, or the one above where there is none beneath.
  (:action tal-to-col
    :parameters (?card ?oldcard ?newcard ?cardabove - card)
    :precondition (and (clear ?newcard) (ontalon ?card ?oldcard) (ontalon ?cardabove ?card)
                       (talonplayable ?card) (canstack ?card ?newcard))
    :effect (and (clear ?card) (faceup ?card) (on ?card ?newcard) (not (clear ?newcard))
                 (talonplayable ?oldcard) (not (talonplayable ?card))
                 (ontalon ?cardabove ?oldcard)
                 (not (ontalon ?card ?oldcard)) (not (ontalon ?cardabove ?card))))

  (:action tal-to-col-b
    :parameters (?card ?newcard ?cardabove - card)
    :precondition (and (clear ?newcard) (ontalon ?cardabove ?card) (talonplayable ?card)
                       (bottomtalon ?card) (canstack ?card ?newcard))
    :effect (and (clear ?card) (faceup ?card) (on ?card ?newcard) (not (clear ?newcard))
                 (talonplayable ?cardabove) (not (talonplayable ?card))
                 (bottomtalon ?cardabove) (not (bottomtalon ?card)) (not (ontalon ?cardabove ?card))))

  (:action tal-to-col-c
    :parameters (?card ?newcard ?oldcard - card)
    :precondition (and (clear ?newcard) (ontalon ?card ?oldcard) (canstack ?card ?newcard)
                       (talonplayable ?card) (toptalon ?card))
    :effect (and (clear ?card) (faceup ?card) (on ?card ?newcard) (not (clear ?newcard))
                 (talonplayable ?oldcard) (not (talonplayable ?card))
                 (toptalon ?oldcard) (not (toptalon ?card)) (not (ontalon ?card ?oldcard))))

  (:action tal-to-col-d
    :parameters (?card ?newcard - card)
    :precondition (and (clear ?newcard) (canstack ?card ?newcard)
                       (bottomtalon ?card) (toptalon ?card) (talonplayable ?card))
    :effect (and (clear ?card) (faceup ?card) (on ?card ?newcard) (not (clear ?newcard))
                 (not (talonplayable ?card)) (not (toptalon ?card)) (not (bottomtalon ?card))))

  ; The same four for a king that fills an empty column.
  (:action tal-to-col-e
    :parameters (?card ?oldcard ?cardabove - card ?cols ?ncols - colnum)
    :precondition (and (king ?card) (ontalon ?card ?oldcard) (ontalon ?cardabove ?card)
                       (talonplayable ?card) (colspace ?cols) (colsuccessor ?cols ?ncols))
    :effect (and (clear ?card) (faceup ?card) (bottomcol ?card)
                 (colspace ?ncols) (not (colspace ?cols))
                 (talonplayable ?oldcard) (not (talonplayable ?card))
                 (ontalon ?cardabove ?oldcard)
                 (not (ontalon ?card ?oldcard)) (not (ontalon ?cardabove ?card))))

  (:action tal-to-col-f
    :parameters (?card ?cardabove - card ?cols ?ncols - colnum)
    :precondition (and (king ?card) (ontalon ?cardabove ?card) (talonplayable ?card) (bottomtalon ?card)
                       (colspace ?cols) (colsuccessor ?cols ?ncols))
    :effect (and (clear ?card) (faceup ?card) (bottomcol ?card)
                 (colspace ?ncols) (not (colspace ?cols))
                 (talonplayable ?cardabove) (not (talonplayable ?card))
                 (bottomtalon ?cardabove) (not (bottomtalon ?card)) (not (ontalon ?cardabove ?card))))

  (:action tal-to-col-g
    :parameters (?card ?oldcard - card ?cols ?ncols - colnum)
    :precondition (and (king ?card) (ontalon ?card ?oldcard) (talonplayable ?card)
                       (colspace ?cols) (colsuccessor ?cols ?ncols) (toptalon ?card))
    :effect (and (clear ?card) (faceup ?card) (bottomcol ?card)
                 (colspace ?ncols) (not (colspace ?cols))
                 (talonplayable ?oldcard) (not (talonplayable ?card))
                 (toptalon ?oldcard) (not (toptalon ?card)) (not (ontalon ?card ?oldcard))))

  (:action tal-to-col-h
    :parameters (?card - card ?cols ?ncols - colnum)
    :precondition (and (king ?card) (bottomtalon ?card) (toptalon ?card)
                       (colspace ?cols) (colsuccessor ?cols ?ncols) (talonplayable ?card))
    :effect (and (clear ?card) (faceup ?card) (bottomcol ?card)
                 (colspace ?ncols) (not (colspace ?cols))
                 (not (talonplayable ?card)) (not (toptalon ?card)) (not (bottomtalon ?card))))

  ; The same four for a card that goes home.
  (:action tal-to-home
    :parameters (?card ?cardabove ?cardbelow ?homecard - card ?cardsuit - suittype ?vcard ?vhomecard - num)
    :precondition (and (talonplayable ?card) (ontalon ?cardabove ?card) (ontalon ?card ?cardbelow)
                       (suit ?card ?cardsuit) (suit ?homecard ?cardsuit) (home ?homecard)
                       (value ?card ?vcard) (value ?homecard ?vhomecard) (successor ?vcard ?vhomecard))
    :effect (and (home ?card) (not (home ?homecard))
                 (talonplayable ?cardbelow) (not (talonplayable ?card))
                 (ontalon ?cardabove ?cardbelow)
                 (not (ontalon ?cardabove ?card)) (not (ontalon ?card ?cardbelow))))

  (:action tal-to-home-b
    :parameters (?card ?cardabove ?homecard - card ?cardsuit - suittype ?vcard ?vhomecard - num)
    :precondition (and (talonplayable ?card) (ontalon ?cardabove ?card) (bottomtalon ?card)
                       (home ?homecard) (suit ?card ?cardsuit) (suit ?homecard ?cardsuit)
                       (value ?card ?vcard) (value ?homecard ?vhomecard) (successor ?vcard ?vhomecard))
    :effect (and (home ?card) (not (home ?homecard))
                 (talonplayable ?cardabove) (not (talonplayable ?card))
                 (bottomtalon ?cardabove) (not (bottomtalon ?card)) (not (ontalon ?cardabove ?card))))

  (:action tal-to-home-c
    :parameters (?card ?cardbelow ?homecard - card ?cardsuit - suittype ?vcard ?vhomecard - num)
    :precondition (and (ontalon ?card ?cardbelow) (talonplayable ?card) (toptalon ?card)
                       (home ?homecard) (suit ?card ?cardsuit) (suit ?homecard ?cardsuit)
                       (value ?card ?vcard) (value ?homecard ?vhomecard) (successor ?vcard ?vhomecard))
    :effect (and (home ?card) (not (home ?homecard))
                 (talonplayable ?cardbelow) (not (talonplayable ?card))
                 (toptalon ?cardbelow) (not (toptalon ?card)) (not (ontalon ?card ?cardbelow))))

  (:action tal-to-home-d
    :parameters (?card ?homecard - card ?cardsuit - suittype ?vcard ?vhomecard - num)
    :precondition (and (bottomtalon ?card) (toptalon ?card) (talonplayable ?card)
                       (home ?homecard) (suit ?card ?cardsuit) (suit ?homecard ?cardsuit)
                       (value ?card ?vcard) (value ?homecard ?vhomecard) (successor ?vcard ?vhomecard))
    :effect (and (home ?card) (not (home ?homecard))
                 (not (talonplayable ?card)) (not (toptalon ?card)) (not (bottomtalon ?card))))

  ; Back from home: onto a card, or a king into an empty column.
  (:action home-to-col
    :parameters (?card ?cardbelow ?newcard - card ?cardsuit - suittype ?vcard ?vcardbelow - num)
    :precondition (and (home ?card) (suit ?card ?cardsuit) (suit ?cardbelow ?cardsuit)
                       (value ?card ?vcard) (value ?cardbelow ?vcardbelow) (successor ?vcard ?vcardbelow)
                       (canstack ?card ?newcard) (clear ?newcard))
    :effect (and (clear ?card) (faceup ?card) (home ?cardbelow) (on ?card ?newcard)
                 (not (home ?card)) (not (clear ?newcard))))

  (:action home-to-col-a
    :parameters (?card ?cardbelow - card ?cardsuit - suittype ?vcard ?vcardbelow - num ?cols ?ncols - colnum)
    :precondition (and (home ?card) (king ?card) (suit ?card ?cardsuit) (suit ?cardbelow ?cardsuit)
                       (value ?card ?vcard) (value ?cardbelow ?vcardbelow) (successor ?vcard ?vcardbelow)
                       (colspace ?cols) (colsuccessor ?cols ?ncols))
    :effect (and (home ?cardbelow) (bottomcol ?card) (clear ?card) (faceup ?card) (colspace ?ncols)
                 (not (colspace ?cols)) (not (home ?card))))

  ; The ring of the talon: to the card above, or from the top to the bottom.
  (:action turn-deck
    :parameters (?card ?c1 - card)
    :precondition (and (talonplayable ?card) (ontalon ?c1 ?card))
    :effect (and (talonplayable ?c1) (not (talonplayable ?card))))

  (:action turn-deck-a
    :parameters (?card ?c1 - card)
    :precondition (and (talonplayable ?card) (toptalon ?card) (bottomtalon ?c1))
    :effect (and (talonplayable ?c1) (not (talonplayable ?card)))))
