export const portfolioAddress = '/admin/portfolio';
