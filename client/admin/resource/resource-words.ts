import { capitalised } from '../../lib/capitalised.ts';

/** What a resource's screens say. */
export interface ResourceWords {
  /** The heading of the list: 'Job Management'. */
  list: string;
  /** The button above the list, and the title of the form it opens. */
  create: string;
  /** The title of the form of a stored row. */
  edit: string;
  saveNew: string;
  saveStored: string;
  created: string;
  saved: string;
  /** For '… could not be loaded': 'The jobs', 'The job'. */
  rows: string;
  row: string;
  /** The label of the total. */
  total: string;
  /** The choice that filters nothing: 'All Types'. */
  allGroups: string;
  /** What is written in the empty search field. */
  search: string;
  /** The rows that visitors see, and those that they do not. */
  visible: string;
  invisible: string;
  none: string;
  /** What to do where there is nothing yet. */
  first: string;
  noneInGroup: (group: string) => string;
  /** What to do where the search or the status leaves nothing. */
  noneFound: string;
  deleteTitle: string;
  deleteQuestion: (title: string) => string;
  deleteAnswer: string;
  trash: string;
}

/** What one row and several are called: 'job', 'jobs'. */
export interface Nouns {
  one: string;
  many: string;
}

/** Makes the words of a resource from its nouns and the label of its filter; `own` replaces some of them. */
export function wordsOf({ one, many }: Nouns, group: string, own: Partial<ResourceWords>): ResourceWords {
  const name = capitalised(one);
  return {
    list: `${name} Management`,
    create: `Create New ${name}`,
    edit: `Edit ${name}`,
    // A button on a phone has little room for a noun.
    saveNew: 'Save',
    saveStored: 'Save',
    created: `${name} created`,
    saved: `${name} saved`,
    rows: `the ${many}`,
    row: `the ${one}`,
    total: `Total ${many}`,
    allGroups: `All ${group.replace(/y$/, 'ie')}s`,
    search: `Search ${many}...`,
    visible: 'Published',
    invisible: 'Drafts',
    none: `No ${many} found`,
    first: `Get started by creating your first ${one}!`,
    noneInGroup: (label) => `Nothing in the ${group.toLowerCase()} "${label}" yet.`,
    noneFound: 'Try a different search or filter.',
    deleteTitle: `Delete ${name}`,
    deleteQuestion: (title) => `Are you sure you want to delete "${title}"? This action cannot be undone.`,
    deleteAnswer: `Delete ${name}`,
    trash: `${name} Trash`,
    ...own,
  };
}
