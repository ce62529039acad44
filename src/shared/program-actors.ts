/**
 * The name in the log when a row changed at its date, without an act of a person. Entries with this name are stored.
 */
export const scheduleName = 'Schedule';

/** Replaces the name of a former colleague who was erased. Stored. */
export const erasedName = 'Erased person';

/** The name in the logs for a command of the operator. */
export const commandLineName = 'Command line';

/** The names that the program uses for itself or gives to accounts. No person may take one of them. */
export const programActors = [scheduleName, 'Administrator', commandLineName, erasedName];
