import { createContext } from 'react';
import type { PostedForm } from '../../../src/shared/page.ts';

/** What became of the page's form where the browser itself has posted it. */
export const PostedFormContext = createContext<PostedForm | undefined>(undefined);
