export const defaultTokenDays = 90;
export const maxTokenDays = 366;
