// The official Node SDK as a program of its own: what it hears it writes to stdout, what stdin says it does.
// node node_peer.cjs MODULE DOMAIN APP_ID APP_SECRET; one JSON document a line, as feishu_peer.py says.
"use strict";

const readline = require("node:readline");

const [modulePath, domain, appId, appSecret] = process.argv.slice(2);
const lark = require(modulePath);

const silent = { error() {}, warn() {}, info() {}, debug() {}, trace() {} };
let answer = {};

const EVENTS = [
  "im.message.receive_v1",
  "im.message.recalled_v1",
  "im.message.reaction.created_v1",
  "im.message.reaction.deleted_v1",
  "im.chat.member.bot.added_v1",
  "im.chat.member.bot.deleted_v1",
  "im.chat.member.user.added_v1",
  "im.chat.member.user.deleted_v1",
  "im.chat.updated_v1",
  "im.chat.disbanded_v1",
  "im.chat.access_event.bot_p2p_chat_entered_v1",
  "task.task.updated_v1",
  "task.task.comment_updated_v1",
];

function tell(document) {
  process.stdout.write(JSON.stringify(document) + "\n");
}

const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

function unpacked(body) {
  const found = {};
  for (const [key, value] of Object.entries(body)) {
    if (key.startsWith("base64:")) found[key.slice(7)] = Buffer.from(value, "base64");
    else found[key] = value;
  }
  return found;
}

async function downloaded(response) {
  const parts = [];
  for await (const part of response.getReadableStream()) parts.push(part);
  return { code: 0, data: { base64: Buffer.concat(parts).toString("base64") } };
}

async function perform(client, order) {
  if (order.raw) {
    const { method, url, body } = order.raw;
    return client.request({ method, url, data: body });
  }
  let target = client;
  const names = order.call.split(".");
  for (const name of names.slice(0, -1)) target = target[camel(name)];
  const payload = { path: order.path, params: order.params };
  if (order.body) payload.data = unpacked(order.body);
  const response = await target[camel(names[names.length - 1])](payload);
  if (order.download) return downloaded(response);
  if (response && response.code === undefined) return { code: 0, data: response };
  return response;
}

async function obey(client, order) {
  if (order.answer) {
    answer = order.answer;
    return {};
  }
  try {
    return await perform(client, order);
  } catch (error) {
    const response = error.response;
    if (response && response.data && response.data.code !== undefined) return response.data;
    return { failed: String(error) };
  }
}

const client = new lark.Client({ appId, appSecret, domain, logger: silent });
const handles = {};
for (const name of EVENTS) handles[name] = async (data) => tell({ event: name, data });
handles["card.action.trigger"] = async (data) => {
  tell({ event: "card.action.trigger", data });
  return answer;
};
const eventDispatcher = new lark.EventDispatcher({ logger: silent }).register(handles);
new lark.WSClient({ appId, appSecret, domain, logger: silent }).start({ eventDispatcher });

const lines = readline.createInterface({ input: process.stdin });
lines.on("line", async (line) => {
  const order = JSON.parse(line);
  tell({ id: order.id, ...(await obey(client, order)) });
});
lines.on("close", () => process.exit(0));
