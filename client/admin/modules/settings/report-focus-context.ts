import { createContext } from 'react';

/**
 * Fields call this function with their path when they get the focus. The path names a section, a field, or a part of a
 * list entry, for example `about`, `about.mission` or `services.0.title`. Fields call the function in the capturing
 * phase, so the innermost field calls last.
 */
export const ReportFocusContext = createContext<(path: string) => void>(() => {});
