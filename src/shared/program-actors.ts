/** Who the log names when a date, and no person, has changed a row. Entries with this name are stored. */
export const scheduleName = 'Schedule';

/** Takes the place of the name of a former colleague who was erased. Stored. */
export const erasedName = 'Erased person';

/** Who the logs name for a command of the operator. */
export const commandLineName = 'Command line';

/** The names under which the program itself acts, or which it gives to an account. No person may take one of them. */
export const programActors = [scheduleName, 'Administrator', commandLineName, erasedName];
