/** What erasing a person does with the rows that have their address. The panel and the documentation show the sentences. */
export const treatments = {
  delete: 'Deleted.',
  follow: 'Deleted with the row that it belongs to.',
  blank: 'The row stays. Address and name are replaced, once the person has no account.',
  account: 'Deleted with the account, which an admin deletes first.',
  edit: 'Stays. Staff edit it.',
  forget: 'Stays, unless staff choose to delete it.',
  expire: 'Stays until its time is over.',
  nothing: 'Has nothing of a person.',
} as const;
export type Treatment = keyof typeof treatments;
export const treatmentNames = Object.keys(treatments) as [Treatment, ...Treatment[]];
