import { factsOf, type ModuleName } from '../../shared/module-facts.ts';
import { grants } from '../../shared/grants.ts';
import { earlyCalls, firstPage, queryAddress } from '../../shared/early-calls.ts';

/**
 * Returns a script that asks for the first page of a list, and for the lists of the site, while the program of the panel is
 * still loading. The program takes the answers (`client/api/early-calls.ts`). Only the browser knows the token, so the server
 * cannot put the rows into the document. The script asks nothing for roles that may not see the list, because the server
 * would record a denial.
 */
export function earlyCallsScript(name: ModuleName, nonce: string): string {
  const addresses = [
    queryAddress('site.settings'),
    queryAddress(`${name}.list`, firstPage(factsOf(name).pageSize)),
  ];
  const roles = grants[`${name}:manage`];
  const script = `const storage = sessionStorage.getItem('admin_token') ? sessionStorage : localStorage;
const token = storage.getItem('admin_token');
if (token && !location.search && ${JSON.stringify(roles)}.includes(JSON.parse(storage.getItem('admin_user'))?.role?.toLowerCase())) {
  const headers = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest', Authorization: 'Bearer ' + token };
  window.${earlyCalls} = new Map(${JSON.stringify(addresses)}.map((address) => [address, { token, answer: fetch(address, { headers }) }]));
  for (const { answer } of window.${earlyCalls}.values()) answer.catch(() => {});
}`.replaceAll(/\n\s*/g, '');
  return `<script nonce="${nonce}">{${script}}</script>`;
}
