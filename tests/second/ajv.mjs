// Reads {schemas: {kind: schema}, documents: [[kind, data], ...]} and prints whether ajv finds each document valid.
import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";

const asked = JSON.parse(readFileSync(0, "utf8"));
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
const validators = Object.fromEntries(
  Object.entries(asked.schemas).map(([kind, schema]) => [kind, ajv.compile(schema)]),
);
console.log(JSON.stringify(asked.documents.map(([kind, data]) => validators[kind](data))));
