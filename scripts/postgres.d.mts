export function postgresPrograms(): string | undefined;
export function startPostgres(options?: {
  isDurable?: boolean;
  more?: Record<string, string>;
}): Promise<{ url: string; pid(): number; restart(): void; stop(): void }>;
