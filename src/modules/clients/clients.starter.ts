import { drawLogo } from '../../illustrations/logo.ts';

interface StarterClient {
  name: string;
  kind: 'Client';
  link: string;
  is_published: boolean;
}

// The clients of starter projects. They are as plain as these, so that nobody takes them for real companies.
const names = [
  ...['Town Buses', 'Harbour Street Clinic', 'Valley Water'],
  ...['Town Council', 'Maritime Museum', 'Cold Store'],
];

// The last one is the first in lists.
const rows = names
  .toReversed()
  .map((name): StarterClient => ({ name, kind: 'Client', link: '', is_published: true }));

export const starter = {
  rows,
  draw: ({ name }: StarterClient) => drawLogo(name, 'light', names.indexOf(name)),
  alt: ({ name }: StarterClient) => name,
  drawings: ({ name }: StarterClient) => [
    { column: 'logo_dark', alt: name, svg: drawLogo(name, 'dark', names.indexOf(name)) },
  ],
};
