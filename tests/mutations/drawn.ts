import type { Mutation } from './mutation.ts';

/**
 * Rules of docs/product.md that chance has chosen: the first twenty that `node src/launch.js
 * tests/mutations/drawn-rules.ts 67 21` printed on 2026-11-28. The one left out, "Programs must tolerate further
 * members in answers", is no rule of the code.
 */
export const drawnMutations: readonly Mutation[] = [
  {
    name: 'every page of a hidden site says so to search engines',
    file: 'client/site/head/render-head.ts',
    old: 'isHidden: said.isHidden || site.search.is_hidden,',
    new: 'isHidden: said.isHidden,',
    tests: ['tests/server/search-engines.test.ts'],
  },
  {
    name: 'an API token has the role of its owner at this moment',
    file: 'src/modules/tokens/api-token.ts',
    old: 'const role = parseRole(row.role);',
    new: "const role = parseRole('admin');",
    tests: ['tests/server/api-tokens.test.ts'],
  },
  {
    name: 'a call of tRPC that is refused for a while says when to try again',
    file: 'src/http/api/trpc.ts',
    old: '{ ...retryAfterOf(errors), ...(isStream',
    new: '{ ...(isStream',
    tests: ['tests/server/limits.both.test.ts'],
  },
  {
    name: 'the title of a card opens the form',
    file: 'client/admin/list/record-card.tsx',
    old: '<Link to={editHref} state',
    new: '<Link to="" state',
    tests: ['tests/client/resources.test.tsx'],
  },
  {
    name: 'a start of the server forgets no try that counts',
    file: 'src/limits/rate-limiter.ts',
    old: 'new Date(sweptAt - retentionMs)',
    new: 'new Date(sweptAt + retentionMs)',
    tests: ['tests/server/limits.both.test.ts'],
  },
  {
    name: 'a missed address is kept for 90 days',
    file: 'src/content/addresses/missed-addresses.ts',
    old: 'const keptMs = 90 * 24',
    new: 'const keptMs = 80 * 24',
    tests: ['tests/server/missed-addresses.test.ts'],
  },
  {
    name: 'blocks are on a fixed page from the publication of their page until its end',
    file: 'src/modules/pages/public-pages.ts',
    old: 'place,\n    open_at: ctx.now,',
    new: 'place,',
    tests: ['tests/server/own-pages.test.ts'],
  },
  {
    name: 'the page of the team ends with a way to the open jobs',
    file: 'client/site/layout/page-ending.ts',
    old: 'label: endings.openJobs, href: sitePaths.career }',
    new: 'label: endings.openJobs, href: sitePaths.contact }',
    tests: ['tests/client/page-routes.test.tsx'],
  },
  {
    name: 'a search spells an umlaut with two letters on a German site alone',
    file: 'src/database/search/search.ts',
    old: ")?.language === 'de';",
    new: ")?.language !== '';",
    tests: ['tests/server/search-folding.both.test.ts'],
  },
  {
    name: 'the filter of hidden jobs is called Inactive',
    file: 'client/admin/modules/jobs/jobs-screen.tsx',
    old: "    invisible: 'Inactive',\n",
    new: '',
    tests: ['tests/client/jobs.test.tsx'],
  },
  {
    name: 'staff find a message by its reference',
    file: 'src/modules/inbox/message.entity.ts',
    old: 'digits, ...Object.values(details)]);',
    new: 'digits, ...Object.keys(details)]);',
    tests: ['tests/server/message-references.test.ts'],
  },
  {
    name: 'a type of job has the label of the settings',
    file: 'src/shared/settings/choices.ts',
    old: 'label: job_types[jobTypeKeys[value]] }',
    new: 'label: value }',
    tests: ['tests/server/choices.both.test.ts'],
  },
  {
    name: 'a link to a draft is valid for at most 30 days',
    file: 'src/modules/previews/drafts.ts',
    old: "wholeNumber('Days', 1, 30)",
    new: "wholeNumber('Days', 1, 31)",
    tests: ['tests/server/previews.test.ts'],
  },
  {
    name: 'a file of the library keeps its address when another one replaces it',
    file: 'src/modules/library/uploads.ts',
    old: 'await storeMedia(ctx, file, lastingPartOfPath(before?.path ?? null))',
    new: 'await storeMedia(ctx, file)',
    tests: ['tests/server/library-files.test.ts'],
  },
  {
    name: 'a client address has twenty wrong sign-ins a minute',
    file: 'src/modules/auth/sign-in-limits.ts',
    old: 'const ofAddress = { max: 20,',
    new: 'const ofAddress = { max: 21,',
    tests: ['tests/server/limits.both.test.ts'],
  },
  {
    name: 'the client of a project has the label Client',
    file: 'src/modules/portfolio/portfolio.facts.ts',
    old: "client: column.line('Client', 200)",
    new: "client: column.line('Customer', 200)",
    tests: ['tests/client/portfolio.test.tsx'],
  },
  {
    name: 'the button that deletes a project says so',
    file: 'client/admin/resource/resource-words.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is program text
    old: 'deleteAnswer: `Delete ${name}`,',
    new: "deleteAnswer: 'Delete',",
    tests: ['tests/client/delete-dialogs.test.tsx'],
  },
  {
    name: 'the button of the sign-in says that it is busy',
    file: 'client/admin/auth/credentials-form.tsx',
    old: "{login.isBusy ? 'Signing in...' : 'Sign in'}",
    new: "{'Sign in'}",
    tests: ['tests/client/sign-in.test.tsx'],
  },
  {
    name: 'the filter of the team begins with All Sections',
    file: 'client/admin/resource/resource-words.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is program text
    old: "`All ${group.replace(/y$/, 'ie')}s`",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is program text
    new: '`All ${group.toLowerCase()}s`',
    tests: ['tests/client/team.test.tsx'],
  },
  {
    name: 'a category of projects is called Cloud Solutions',
    file: 'src/shared/settings/default-texts/sample-company.json',
    old: '"cloud-solutions": "Cloud Solutions"',
    new: '"cloud-solutions": "Cloud"',
    tests: ['tests/server/choices-contract.test.ts'],
  },
];
