/**
 * STRICT_IDENTITY: each attack succeeds with the setting off, as the specification has it, and fails with it on. The
 * demo has it off, production on.
 */
import './strict-identity/mobile-number.ts';
import './strict-identity/registration.ts';
import './strict-identity/lock-outs.ts';
