export declare function postgresPrograms(): string | undefined;
export declare function startPostgres(): Promise<{ url: string; stop(): void }>;
