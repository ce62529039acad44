import { createContext } from 'react';

/**
 * A function that fields call with their path when they get the focus. The path is that of a section, a
 * field, or a part of a list entry, for example `about`, `about.mission` or `services.0.title`. Fields call
 * the function in the capturing phase, so the innermost field calls last.
 */
export const ReportFocusContext = createContext<(path: string) => void>(() => {});
