import { setTimeout as wait } from 'node:timers/promises';

/** A message from the debugging port of the browser: a response, or an event. */
interface Message {
  id?: number;
  method?: string;
  params?: { sessionId?: string };
  result?: unknown;
  error?: { message: string };
}

/** A browser tab with an empty cache. */
export interface BrowserTab {
  open(url: string): Promise<void>;
  /** Returns the value of an expression in the current page. */
  evaluate<T>(expression: string): Promise<T>;
  move(x: number, y: number): Promise<void>;
  /** Presses the mouse button at a position for some milliseconds. */
  press(x: number, y: number, milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a tab in the browser with this debugging port. Playwright would attach to each page, and browsers do
 * not prerender links of such pages.
 */
export async function openTab(port: number): Promise<BrowserTab> {
  const { send, shown, socket } = await connectTo(port);
  const { browserContextId } = await send<{ browserContextId: string }>('Target.createBrowserContext');
  const { targetId } = await send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    forTab: true,
    browserContextId,
  });
  const tab = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const attach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
  await send('Target.setAutoAttach', attach, tab.sessionId);
  const mouse = async (type: string, x: number, y: number, session: string) => {
    const button = type === 'mouseMoved' ? 'none' : 'left';
    const buttons = type === 'mousePressed' ? 1 : 0;
    const event = { type, x, y, button, buttons, clickCount: 1 };
    await send('Input.dispatchMouseEvent', event, session);
  };
  return {
    open: async (url) => {
      await send('Page.navigate', { url }, await shown());
    },
    evaluate: async <T>(expression: string) => {
      const parameters = { expression, returnByValue: true };
      const { result } = await send<{ result: { value: T } }>('Runtime.evaluate', parameters, await shown());
      return result.value;
    },
    move: async (x, y) => mouse('mouseMoved', x, y, await shown()),
    press: async (x, y, milliseconds) => {
      const session = await shown();
      // After a navigation, the old page sends no response to this command.
      const pressed = mouse('mousePressed', x, y, session);
      await wait(milliseconds);
      await Promise.allSettled([pressed, mouse('mouseReleased', x, y, session)]);
    },
    close: async () => {
      await send('Target.disposeBrowserContext', { browserContextId });
      socket.close();
    },
  };
}

async function connectTo(port: number) {
  const version = await (await fetch(`http://127.0.0.1:${port}/json/version`)).json();
  const socket = new WebSocket((version as { webSocketDebuggerUrl: string }).webSocketDebuggerUrl);
  await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
  const waiting = new Map<number, (message: Message) => void>();
  const pages = new Set<string>();
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    const { id, method, params: { sessionId = '' } = {} } = message;
    if (id) waiting.get(id)?.(message);
    if (method === 'Target.attachedToTarget') pages.add(sessionId);
    if (method === 'Target.detachedFromTarget') pages.delete(sessionId);
  };
  let last = 0;
  const send = async <T>(method: string, params: object = {}, sessionId?: string): Promise<T> => {
    last += 1;
    const id = last;
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    const { result, error } = await answered;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as T;
  };
  /**
   * Returns the session id of the page that the tab shows. The tab itself and its prerendered pages have
   * sessions too.
   */
  const shown = async (): Promise<string> => {
    const expression = 'document.prerendering === false';
    for (const page of [...pages].toReversed()) {
      const answer = send<{ result: { value: unknown } }>('Runtime.evaluate', { expression }, page);
      if ((await answer.catch(() => undefined))?.result.value === true) return page;
    }
    throw new Error('the tab shows no page');
  };
  return { send, shown, socket };
}
