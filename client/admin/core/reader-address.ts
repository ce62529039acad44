export const publishedPostsPath = '/admin/blog';
