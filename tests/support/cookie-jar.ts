/**
 * Creates a `fetch` that stores cookies as a browser does. Redirects are not followed, and every cookie is
 * sent to every address.
 */
export function cookieJar() {
  const cookies = new Map<string, string>();
  return {
    fetch: async (address: URL): Promise<Response> => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
      return answer;
    },
  };
}
