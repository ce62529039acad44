import { createContext } from 'react';

/**
 * Called when the focus moves into a section, a field or a part of an entry, with its path, for example `about`, `about.mission` or
 * `services.0.title`. Fields call it in the capturing phase, so the innermost field calls last.
 */
export const ReportFocusContext = createContext<(path: string) => void>(() => {});
