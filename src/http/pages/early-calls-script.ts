import { factsOf, type ModuleName } from '../../shared/module-facts.ts';
import { earlyCalls, firstPage, queryAddress } from '../../shared/early-calls.ts';

/**
 * Returns a script that asks for the first page of a list, and for the lists of the site, while the program of the panel is
 * still loading. The program takes the answers (`client/api/early-calls.ts`). Only the browser knows the token, so the server
 * cannot put the rows into the document.
 */
export function earlyCallsScript(name: ModuleName, nonce: string): string {
  const addresses = [
    queryAddress('site.settings'),
    queryAddress(`${name}.list`, firstPage(factsOf(name).pageSize)),
  ];
  const script = `const token = sessionStorage.getItem('admin_token') ?? localStorage.getItem('admin_token');
if (token && !location.search) {
  const headers = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest', Authorization: 'Bearer ' + token };
  window.${earlyCalls} = new Map(${JSON.stringify(addresses)}.map((address) => [address, { token, answer: fetch(address, { headers }) }]));
  for (const { answer } of window.${earlyCalls}.values()) answer.catch(() => {});
}`.replaceAll(/\n\s*/g, '');
  return `<script nonce="${nonce}">{${script}}</script>`;
}
