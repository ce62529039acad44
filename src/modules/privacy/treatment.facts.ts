/** What an erasure does with rows that have the address, as the panel and the documentation say it. */
export const erasureTreatments = {
  delete: 'Erasing deletes it.',
  follow: 'Erasing deletes it with the row that it belongs to.',
  blank: 'Stays. Erasing replaces address and name, once the person has no account.',
  account: 'Goes with the account, which an admin deletes first.',
  edit: 'Stays until staff edit it.',
  forget: 'Stays, unless staff choose to delete it with the rest.',
  expire: 'Stays until its time is over.',
  nothing: 'Has nothing of a person.',
} as const;
export type ErasureTreatment = keyof typeof erasureTreatments;
export const treatmentNames = Object.keys(erasureTreatments) as [ErasureTreatment, ...ErasureTreatment[]];
