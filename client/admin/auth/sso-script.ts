// The only file that depends on the provider's script (docs/product.md, §6.10).

/** The server trusts only `access_token`. */
export interface ProviderReply {
  access_token: string;
  email: string;
  name: string;
  roles: unknown;
}

interface ProviderButton {
  client_id: string;
  onReply: (reply: ProviderReply) => void;
  /** The provider reported an error, or its reply has no access token. */
  onFailure: () => void;
}

type Render = (element: HTMLElement, options: object) => void;

const loadWithinMs = 5000;

/** @throws {Error} when the script does not load within five seconds or does not define the function */
export async function loadProviderScript(url: string, global: string): Promise<Render> {
  const known = findRender(global);
  if (known) return known;
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`${url} could not be loaded`));
    script.onload = () => resolve();
    script.onerror = fail;
    setTimeout(fail, loadWithinMs);
    document.head.append(script);
  });
  const render = findRender(global);
  if (!render) throw new Error(`${url} defines no ${global}.render`);
  return render;
}

export function drawProviderButton(render: Render, element: HTMLElement, button: ProviderButton): void {
  const { client_id, onReply, onFailure } = button;
  render(element, {
    client_id,
    redirect_uri: `${window.location.origin}/admin/sso/callback`,
    theme: 'light',
    size: 'normal',
    onSuccess: (message: unknown) => {
      const reply = toReply(message);
      if (reply) onReply(reply);
      else onFailure();
    },
    onError: onFailure,
  });
}

function findRender(global: string): Render | undefined {
  const defined: unknown = Reflect.get(window, global);
  const { render } = Object(defined) as { render?: unknown };
  return typeof render === 'function'
    ? (element, options) => render.call(defined, element, options)
    : undefined;
}

function toReply(message: unknown): ProviderReply | undefined {
  const { access_token, email, name, roles }: Record<string, unknown> = Object(message);
  if (typeof access_token !== 'string' || access_token === '') return undefined;
  return { access_token, email: textOf(email), name: textOf(name), roles };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
