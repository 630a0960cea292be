/** Vitest's global setup of `npm run test:s3`: a Ceph cluster and a gateway. */
import { type Ceph, startCeph, startGateway } from "../servers/ceph.ts";

export interface CephAddress {
  config: Ceph["config"];
  folder: Ceph["folder"];
  /** Of the gateway. */
  url: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** undefined in the gate. */
    ceph?: CephAddress;
  }
}

/** What is used of Vitest's TestProject, whose types would bring those of browsers. */
interface Project {
  provide(name: "ceph", value: CephAddress): void;
}

export default async function setup(project: Project): Promise<() => Promise<void>> {
  const { config, folder, end } = await startCeph();
  const gateway = await startGateway(config);
  project.provide("ceph", { config, folder, url: gateway.url });
  return async () => {
    await gateway.end();
    await end();
  };
}
