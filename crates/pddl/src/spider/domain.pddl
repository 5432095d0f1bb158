; Spider as the planning competition of 2018 has it: the same predicates, the same operators with the
; same parameters in the same order, so that tasks and plans serve both. All cards are known.
;
; (on c x)                c lies on the card, pile or deal x, or on discard
; (clear x)               nothing lies on x
; (in-play c)             c lies in a pile                 (part-of-tableau c p)  in that one
; (movable c)             c and what lies on it are a group of one suit on top of a pile
; (current-deal d)        the next row is d's              (NEXT-DEAL d e)        then e's
; (TO-DEAL c p d x)       c is dealt from d to the pile p, and lies on x in d
; (CAN-BE-PLACED-ON c e)  c may be put on e                (CAN-CONTINUE-GROUP c e)  and moves with it
;
; Three actions cost 1: a move, the start of a row, the start of a collection. Each sets flags, and until
; all that follows from it is brought up to date nothing else can be done.

(define (domain spider)
  (:requirements :typing :conditional-effects :action-costs :negative-preconditions)
  (:types
    cardposition - object
    card_or_tableau deal - cardposition
    card tableau - card_or_tableau)
  (:constants discard - cardposition)
  (:predicates
    (on ?c - card ?x - cardposition)
    (clear ?x - cardposition)
    (in-play ?c - card)
    (part-of-tableau ?x - cardposition ?p - tableau)
    (movable ?c - card)
    (current-deal ?d - deal)
    (NEXT-DEAL ?d ?e - deal)
    (TO-DEAL ?c - card ?p - tableau ?d - deal ?x - cardposition)
    (CAN-BE-PLACED-ON ?c ?e - card)
    (CAN-CONTINUE-GROUP ?c - card ?x - cardposition)
    (IS-ACE ?c - card)
    (IS-KING ?c - card)
    ; what is going on
    (currently-dealing)
    (currently-collecting-deck)
    (collect-card ?x - cardposition)
    (currently-updating-part-of-tableau)
    (make-part-of-tableau ?c - card ?p - tableau)
    (currently-updating-unmovable)
    (make-unmovable ?c - card)
    (currently-updating-movable)
    (make-movable ?x - cardposition))
  (:functions (total-cost) - number)

  ; A row.
  (:action start-dealing
    :parameters ()
    :precondition (and (not (currently-updating-movable)) (not (currently-updating-unmovable))
                       (not (currently-updating-part-of-tableau)) (not (currently-collecting-deck))
                       (not (currently-dealing)))
    :effect (and (currently-dealing) (increase (total-cost) 1)))

  (:action deal-card
    :parameters (?c - card ?from - cardposition ?deal - deal ?to - card ?pile - tableau)
    :precondition (and (currently-dealing) (not (currently-updating-movable))
                       (not (currently-updating-unmovable)) (not (currently-updating-part-of-tableau))
                       (not (currently-collecting-deck))
                       (current-deal ?deal) (TO-DEAL ?c ?pile ?deal ?from)
                       (clear ?c) (on ?c ?from) (part-of-tableau ?to ?pile) (clear ?to))
    :effect (and (not (on ?c ?from)) (on ?c ?to) (not (clear ?to)) (clear ?from)
                 (in-play ?c) (part-of-tableau ?c ?pile) (movable ?c)
                 (when (not (CAN-CONTINUE-GROUP ?c ?to))
                       (and (currently-updating-unmovable) (make-unmovable ?to)))))

  (:action finish-dealing
    :parameters (?deal ?next - deal)
    :precondition (and (currently-dealing) (not (currently-updating-movable))
                       (not (currently-updating-unmovable)) (not (currently-updating-part-of-tableau))
                       (not (currently-collecting-deck))
                       (current-deal ?deal) (clear ?deal) (NEXT-DEAL ?deal ?next))
    :effect (and (not (currently-dealing)) (not (current-deal ?deal)) (current-deal ?next)))

  ; A move of a card with all that lies on it.
  (:action move-to-card
    :parameters (?c - card ?from - card_or_tableau ?to - card ?pile - tableau)
    :precondition (and (not (currently-updating-movable)) (not (currently-updating-unmovable))
                       (not (currently-collecting-deck)) (not (currently-updating-part-of-tableau))
                       (not (currently-dealing))
                       (movable ?c) (in-play ?c) (clear ?to) (in-play ?to) (part-of-tableau ?to ?pile)
                       (CAN-BE-PLACED-ON ?c ?to) (on ?c ?from))
    :effect (and (not (on ?c ?from)) (on ?c ?to) (not (clear ?to)) (clear ?from)
                 (when (not (CAN-CONTINUE-GROUP ?c ?from))
                       (and (currently-updating-movable) (make-movable ?from)))
                 (when (not (CAN-CONTINUE-GROUP ?c ?to))
                       (and (currently-updating-unmovable) (make-unmovable ?to)))
                 (currently-updating-part-of-tableau) (make-part-of-tableau ?c ?pile)
                 (increase (total-cost) 1)))

  (:action move-to-tableau
    :parameters (?c - card ?from - card_or_tableau ?to - tableau)
    :precondition (and (not (currently-updating-movable)) (not (currently-updating-unmovable))
                       (not (currently-collecting-deck)) (not (currently-updating-part-of-tableau))
                       (not (currently-dealing))
                       (movable ?c) (in-play ?c) (clear ?to) (on ?c ?from))
    :effect (and (not (on ?c ?from)) (on ?c ?to) (not (clear ?to)) (clear ?from)
                 (when (not (CAN-CONTINUE-GROUP ?c ?from))
                       (and (currently-updating-movable) (make-movable ?from)))
                 (currently-updating-part-of-tableau) (make-part-of-tableau ?c ?to)
                 (increase (total-cost) 1)))

  ; Those that moved are in another pile.
  (:action change-tableau-and-continue
    :parameters (?c - card ?before ?now - tableau ?next - card)
    :precondition (and (currently-updating-part-of-tableau) (not (currently-collecting-deck))
                       (on ?next ?c) (make-part-of-tableau ?c ?now) (part-of-tableau ?c ?before))
    :effect (and (not (part-of-tableau ?c ?before)) (part-of-tableau ?c ?now)
                 (not (make-part-of-tableau ?c ?now)) (make-part-of-tableau ?next ?now)))

  (:action change-tableau-and-stop
    :parameters (?c - card ?before ?now - tableau)
    :precondition (and (currently-updating-part-of-tableau) (not (currently-collecting-deck))
                       (make-part-of-tableau ?c ?now) (part-of-tableau ?c ?before) (clear ?c))
    :effect (and (not (part-of-tableau ?c ?before)) (part-of-tableau ?c ?now)
                 (not (make-part-of-tableau ?c ?now)) (not (currently-updating-part-of-tableau))))

  ; What is covered by another suit or rank does not move.
  (:action make-unmovable-and-continue
    :parameters (?c ?next - card)
    :precondition (and (currently-updating-unmovable) (not (currently-collecting-deck))
                       (not (currently-updating-part-of-tableau))
                       (on ?c ?next) (make-unmovable ?c) (CAN-CONTINUE-GROUP ?c ?next) (movable ?next))
    :effect (and (not (movable ?c)) (make-unmovable ?next) (not (make-unmovable ?c))))

  (:action make-unmovable-and-stop-at-tableau
    :parameters (?c - card ?pile - tableau)
    :precondition (and (currently-updating-unmovable) (not (currently-collecting-deck))
                       (not (currently-updating-part-of-tableau))
                       (on ?c ?pile) (make-unmovable ?c))
    :effect (and (not (movable ?c)) (not (make-unmovable ?c)) (not (currently-updating-unmovable))))

  (:action make-unmovable-and-stop-at-unmovable
    :parameters (?c ?next - card)
    :precondition (and (currently-updating-unmovable) (not (currently-collecting-deck))
                       (not (currently-updating-part-of-tableau))
                       (on ?c ?next) (make-unmovable ?c) (not (movable ?next)))
    :effect (and (not (movable ?c)) (not (make-unmovable ?c)) (not (currently-updating-unmovable))
                 (not (currently-updating-part-of-tableau))))

  ; What lies free now moves, as far as its group reaches.
  (:action make-movable-and-continue
    :parameters (?c ?next - card)
    :precondition (and (currently-updating-movable) (not (currently-updating-unmovable))
                       (not (currently-updating-part-of-tableau)) (not (currently-collecting-deck))
                       (on ?c ?next) (make-movable ?c) (CAN-CONTINUE-GROUP ?c ?next))
    :effect (and (make-movable ?next) (not (make-movable ?c)) (movable ?c)))

  (:action make-movable-ignore-pile
    :parameters (?pile - tableau)
    :precondition (and (currently-updating-movable) (not (currently-updating-unmovable))
                       (not (currently-updating-part-of-tableau)) (not (currently-collecting-deck))
                       (make-movable ?pile))
    :effect (and (not (make-movable ?pile)) (not (currently-updating-movable))))

  (:action make-movable-and-stop
    :parameters (?c - card ?next - cardposition)
    :precondition (and (currently-updating-movable) (not (currently-updating-unmovable))
                       (not (currently-updating-part-of-tableau)) (not (currently-collecting-deck))
                       (on ?c ?next) (make-movable ?c) (not (CAN-CONTINUE-GROUP ?c ?next)))
    :effect (and (not (make-movable ?c)) (not (currently-updating-movable)) (movable ?c)))

  ; A complete run, from its ace to its king.
  (:action start-collecting-deck
    :parameters (?c - card)
    :precondition (and (not (currently-updating-movable)) (not (currently-updating-unmovable))
                       (not (currently-updating-part-of-tableau)) (not (currently-collecting-deck))
                       (not (currently-dealing))
                       (clear ?c) (IS-ACE ?c) (in-play ?c))
    :effect (and (currently-collecting-deck) (collect-card ?c) (increase (total-cost) 1)))

  (:action collect-card
    :parameters (?c - card ?next - cardposition ?pile - tableau)
    :precondition (and (currently-collecting-deck) (not (currently-updating-movable))
                       (not (currently-updating-unmovable)) (not (currently-updating-part-of-tableau))
                       (not (currently-dealing))
                       (collect-card ?c) (on ?c ?next) (in-play ?c) (part-of-tableau ?c ?pile)
                       (CAN-CONTINUE-GROUP ?c ?next))
    :effect (and (not (on ?c ?next)) (on ?c discard) (clear ?next)
                 (not (in-play ?c)) (not (part-of-tableau ?c ?pile)) (not (movable ?c))
                 (not (collect-card ?c)) (collect-card ?next)))

  (:action finish-collecting-deck
    :parameters (?c - card ?next - cardposition ?pile - tableau)
    :precondition (and (currently-collecting-deck) (not (currently-updating-movable))
                       (not (currently-updating-unmovable)) (not (currently-updating-part-of-tableau))
                       (not (currently-dealing))
                       (on ?c ?next) (collect-card ?c) (IS-KING ?c) (in-play ?c)
                       (part-of-tableau ?c ?pile))
    :effect (and (not (on ?c ?next)) (on ?c discard) (clear ?next)
                 (not (in-play ?c)) (not (part-of-tableau ?c ?pile)) (not (movable ?c))
                 (not (collect-card ?c)) (not (currently-collecting-deck))
                 (make-movable ?next) (currently-updating-movable))))
