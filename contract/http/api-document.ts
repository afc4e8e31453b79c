/** The members that the schemas of the contract have as JSON Schema. */
export interface JsonSchema {
  description?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  type?: string | string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  propertyNames?: { enum?: string[] };
  additionalProperties?: JsonSchema | false;
}

interface Sample {
  schema?: JsonSchema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

/** By media type. */
export type ApiContent = Record<string, Sample>;

export interface ApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string | undefined;
  schema: JsonSchema;
  example?: unknown;
}

export interface ApiOperation {
  /** Its feature. */
  tags: string[];
  summary: string;
  description?: string;
  'x-permission': string;
  /** Empty for anyone. `token` is one of them where API tokens may call it. */
  security: Partial<Record<'session' | 'token', never[]>>[];
  parameters: ApiParameter[];
  requestBody?: { required: boolean; content: ApiContent };
  responses: Record<string, { description: string; content?: ApiContent } | { $ref: string }>;
}

/** What readers of `/api/openapi.json` find there: OpenAPI 3.1, as far as the page of the API shows it. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>;
  components: {
    /** Refusals by status: each code with its meaning. */
    responses: Record<string, { 'x-codes': Record<string, string> }>;
  };
}
