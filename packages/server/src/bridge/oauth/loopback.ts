/** A URL's host name that stands for this machine. */
export const isLoopbackHost = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
