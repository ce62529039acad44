/**
 * The name in the logs for a change that happened because a date was reached, without a person. Stored
 * entries contain this name.
 */
export const scheduleName = 'Schedule';

/** The name that replaces the name of an erased colleague in the logs. Stored entries contain this name. */
export const erasedName = 'Erased person';

/** The name in the logs for what the operator does with a command. */
export const commandLineName = 'Command line';

/** The names that the program uses for itself or gives to accounts. No person may have one of these names. */
export const programActors = [scheduleName, 'Administrator', commandLineName, erasedName];
