export interface AppEvent {
  topic: string;
  text: string;
}

export class EventListeners {
  readonly #byTopic = new Map<string, Set<(text: string) => void>>();
  readonly #ofConnection = new Set<(isConnected: boolean) => void>();

  on(topic: string, listener: (text: string) => void): () => void {
    const entry = (text: string) => listener(text);
    const listeners = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, listeners.add(entry));
    return () => {
      listeners.delete(entry);
      if (listeners.size === 0 && this.#byTopic.get(topic) === listeners) this.#byTopic.delete(topic);
    };
  }

  onConnection(listener: (isConnected: boolean) => void): () => void {
    const entry = (isConnected: boolean) => listener(isConnected);
    this.#ofConnection.add(entry);
    return () => this.#ofConnection.delete(entry);
  }

  deliver({ topic, text }: AppEvent): void {
    for (const listener of [...(this.#byTopic.get(topic) ?? [])]) warned(() => listener(text));
  }

  tellConnection(isConnected: boolean): void {
    for (const listener of [...this.#ofConnection]) warned(() => listener(isConnected));
  }
}

function warned(act: () => void): void {
  try {
    act();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}
