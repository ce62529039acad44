export type OnBackupProgress = (done: number, total: number) => void;
