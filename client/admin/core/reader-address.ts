export const readerAddress = '/admin/blog';
