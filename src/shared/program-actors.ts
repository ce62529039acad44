/** Who the log names when a date, and no person, has changed a row. Entries with this name are stored. */
export const scheduleName = 'Schedule';

/** The names under which the program itself acts, or which it gives to an account. No person may take one of them. */
export const programActors = [scheduleName, 'Administrator', 'Command line'];
