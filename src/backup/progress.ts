/** Receives how much of the whole is done. */
export type OnProgress = (done: number, total: number) => void;
