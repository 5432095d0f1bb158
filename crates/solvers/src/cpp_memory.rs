//! What C++ does when it gets no more memory.

/// Has this called where an allocation of a C++ solver fails, in place of an exception that
/// would end the process without a word. The handler must not return. Without such a solver, or
/// where the C++ library is another one, nothing is done.
pub fn when_memory_ends(handler: extern "C" fn()) {
    #[cfg(all(unix, feature = "cadical"))]
    #[expect(unsafe_code, reason = "C++ has no other way, and its exceptions cannot be caught in Rust")]
    {
        unsafe extern "C" {
            // std::set_new_handler, which has this name on every Unix.
            #[link_name = "_ZSt15set_new_handlerPFvvE"]
            fn set_new_handler(handler: Option<extern "C" fn()>) -> Option<extern "C" fn()>;
        }
        // SAFETY: it is a function of the C++ standard library, which CaDiCaL has linked in; it keeps a
        // pointer to a function that lives as long as the program and may be called at any time.
        unsafe {
            set_new_handler(Some(handler));
        }
    }
    #[cfg(not(all(unix, feature = "cadical")))]
    let _ = handler;
}
