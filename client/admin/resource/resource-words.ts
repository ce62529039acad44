import { capitalised } from '../core/labels.ts';
import type { PublicationWords } from './publishing/publication-badge.tsx';

export interface ResourceWords {
  /** The heading of the list, for example 'Job Management'. */
  list: string;
  create: string;
  edit: string;
  saveNew: string;
  saveStored: string;
  /** `saveDraft` and `publishNow` are the entries of the menu beside the save button. */
  saveDraft: string;
  publishNow: string;
  created: string;
  saved: string;
  /** The nouns in messages such as 'Couldn’t load the jobs', for all rows and for one row. */
  rows: string;
  row: string;
  total: string;
  /** The rows that the pager counts, for example 'jobs'. */
  paged: string;
  /** The filter option for all groups, for example 'All Types'. */
  allGroups: string;
  search: string;
  /** The options of the status filter. `visible` is also the label of one published row. */
  visible: string;
  invisible: string;
  /** The label of one hidden row, for example 'Draft'. */
  hidden: string;
  /** The label of one row whose publication has ended, for example 'Closed'. */
  ended: string;
  publication: PublicationWords;
  /** The labels of the bulk buttons, and the ends of their notices, for example ‘12 posts published’. */
  show: string;
  hide: string;
  shown: string;
  taken: string;
  none: string;
  /** The advice when the module has no rows, for example 'Get started by creating your first job!'. */
  first: string;
  noneInGroup: (group: string) => string;
  /** The advice when the search or a filter finds nothing. */
  noneFound: string;
  deleteTitle: string;
  deleteQuestion: (title: string) => string;
  deleteAnswer: string;
  trash: string;
}

export interface Nouns {
  one: string;
  many: string;
}

/** `group` is the label of the filter. `own` replaces texts of the same name. */
export function wordsOf({ one, many }: Nouns, group: string, own: Partial<ResourceWords>): ResourceWords {
  const name = capitalised(one);
  const { visible = 'Published', hidden = 'Draft', ended = 'Ended' } = own;
  return {
    list: `${name} Management`,
    create: `Create New ${name}`,
    edit: `Edit ${name}`,
    // The button must fit on a phone, so its label has no noun.
    saveNew: 'Save',
    saveStored: 'Save',
    saveDraft: 'Save draft',
    publishNow: 'Publish now',
    created: `${name} created`,
    saved: `${name} saved`,
    rows: `the ${many}`,
    row: `the ${one}`,
    total: `Total ${many}`,
    paged: many,
    allGroups: `All ${group.replace(/y$/, 'ie')}s`,
    search: `Search ${many}...`,
    visible,
    hidden,
    ended,
    publication: { visible, hidden, ended },
    invisible: 'Drafts',
    show: 'Publish',
    hide: 'Unpublish',
    shown: 'published',
    taken: 'unpublished',
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
