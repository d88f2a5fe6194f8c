/** Id of the user's own profile, the one that supporters see. Any other is a patient whom the user supports. */
export const OWN_PROFILE = 1;
