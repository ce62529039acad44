import { readMail, type ReadMail, type ReadTask } from './read-mail.ts';

export function read(task: ReadTask): Promise<ReadMail> {
  return readMail(task);
}

export function start(): void {}
