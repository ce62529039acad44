import { type Templates, writeTemplate } from './template.ts';

const note =
  'This template is a start and no legal advice. Check it, complete it, and then delete this line.';

const visit = [
  'When you browse',
  'This website sets no cookies for visitors, loads nothing from third parties and measures no behaviour. Your IP address reaches our server so that it can answer. It stays in the server log for [[ a period, such as 14 days ]], so that we can investigate faults and abuse. {visit_counting}',
] as const;
const spam =
  'To prevent spam, the server records for up to {form_minutes} minutes which IP address sent a form.';
const host = [
  'Who processes the data',
  'The server is run by [[ name and country of the provider ]].',
] as const;

const termsOf = (law: string): Templates['terms'] =>
  writeTemplate('Terms of use', note, [
    [
      'About these terms',
      'These terms apply to the use of this website, which {legal_name} runs. Our services are subject to the contracts that we make about them.',
    ],
    [
      'Content',
      'The texts and pictures of this website are protected by copyright. Ask us before you use them beyond what the law permits.',
    ],
    [
      'Liability',
      'We write this website with care, but cannot promise that it is complete and up to date. Nothing in these terms limits a liability that the law does not let us limit.',
    ],
    ['Links', 'Other websites that we link to are the responsibility of those who run them.'],
    ['Law', law],
  ]);

export const legalTemplatesGB: Templates = {
  imprint: writeTemplate('Company information', note, [
    [
      'Who runs this website',
      '{legal_name}\n{address}',
      'Registered in [[ England and Wales, Scotland, Northern Ireland or Ireland ]]: {registration}',
    ],
    ['Contact', 'Phone: {phone}\nEmail: {email}'],
    ['VAT number', '{vat}'],
    [
      'Supervision',
      '[[ The authority or professional body, if your trade has one. Otherwise delete this section. ]]',
    ],
  ]),
  privacy: writeTemplate('Privacy', note, [
    ['Who is responsible', '{legal_name}\n{address}\n{email_or:Contact}'],
    visit,
    [
      'When you write to us',
      'We store what you enter in a form and send with it, and the time, so that we can answer you. The basis is a contract with you or its preparation, or else our legitimate interest in answering.',
      spam,
      'We delete enquiries {contact_months} months after they have been dealt with, and applications {application_months} months after they have been dealt with or refused.',
    ],
    host,
    [
      'Your rights',
      'Under the GDPR (in the United Kingdom the UK GDPR) you may ask for access to your data, for their correction, deletion, restriction and transfer, and object to their use. Write to {email_or:us}. You may also complain to [[ the Information Commissioner’s Office or the Data Protection Commission ]].',
    ],
  ]),
  terms: termsOf(
    'The law of [[ England and Wales, Scotland, Northern Ireland or Ireland ]] applies. Rights that consumers cannot give up are not affected.',
  ),
};

export const legalTemplatesUS: Templates = {
  imprint: writeTemplate('Company information', note, [
    ['Who runs this website', '{legal_name}\n{address}', 'A company of the state of [[ state ]]'],
    ['Contact', 'Phone: {phone}\nEmail: {email}'],
  ]),
  privacy: writeTemplate('Privacy policy', note, [
    ['Effective date', '[[ date ]]'],
    visit,
    [
      'When you write to us',
      'We store what you enter in a form and send with it, and the time, so that we can answer you. We do not sell personal information, and do not share it for advertising.',
      spam,
      'We delete enquiries {contact_months} months after they have been dealt with, and applications {application_months} months after they have been dealt with or refused.',
    ],
    host,
    [
      'Do Not Track',
      'This website does not track visitors, so it treats everybody as if they had asked for that.',
    ],
    [
      'Your choices',
      'You may ask what we hold about you, and have it corrected or deleted. The laws of your state may give you more rights. Write to {email_or:us}.',
      'This website is not directed to children under 13.',
    ],
    ['Contact', '{legal_name}\n{address}'],
  ]),
  terms: termsOf(
    'The laws of the State of [[ state ]] apply. Rights that consumers cannot give up are not affected.',
  ),
};
