/** Receives the completed and the total amount. */
export type OnProgress = (done: number, total: number) => void;
