export const blogAddress = '/admin/blog-posts';
