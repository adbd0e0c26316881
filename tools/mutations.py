"""Mutations: the places of a source file where a small fault is possible, and the changed text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

FLIPS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
MARKS = "__marks__"
"""A set that all code can see; no other name has two underscores on either side."""
SKIPPED_FUNCTIONS = ("text", "__repr__")
"""Functions that are not mutated, because golden files check their text."""
SKIPPED_NAMES = ("FIELDS", "KIND", "NAMES", "__slots__", "__all__")


@dataclass(frozen=True, slots=True)
class Mutation:
    """Bytes of a source from `start` to `end`, and their replacement."""

    line: int
    start: int
    end: int
    text: str
    kind: str
    statement: int
    """First line of the enclosing statement; a test that does not run it cannot notice the fault."""

    def apply(self, source: str) -> str:
        """Return the source with the fault."""
        data = source.encode()
        return (data[: self.start] + self.text.encode() + data[self.end :]).decode()


class Finder:
    """Visitor of one file that collects mutations."""

    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)
        self.starts = [0]
        for line in source.encode().splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.found: list[Mutation] = []
        self.statement_line = 0

    def add(self, node: ast.expr | ast.stmt, text: str, kind: str) -> None:
        """Add a fault in place of a node."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[node.end_lineno - 1] + node.end_col_offset
        self.found.append(Mutation(node.lineno, start, end, text, kind, self.statement_line))

    def statements(self, body: list[ast.stmt], inside: bool) -> None:
        """Visit statements; outside of functions, visit only those with code below."""
        for node in body:
            if isinstance(node, ast.FunctionDef):
                if node.name not in SKIPPED_FUNCTIONS and not is_stub(node):
                    self.statements(node.body, True)
            elif isinstance(node, ast.ClassDef):
                self.statements(node.body, False)
            elif inside:
                self.statement(node)
            elif isinstance(node, ast.AnnAssign | ast.Assign):
                self.constant_of_module(node)

    def constant_of_module(self, node: ast.AnnAssign | ast.Assign) -> None:
        """Change a constant number such as a limit, but not those of an enumeration, which only distinguish values."""
        self.statement_line = node.lineno
        target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
        named = isinstance(target, ast.Name) and target.id not in SKIPPED_NAMES
        if named and isinstance(node.value, ast.Constant) and not isinstance(node.value.value, bool):
            if isinstance(node.value.value, int) and node.value.value > 3:
                self.add(node.value, str(node.value.value + 1), "constant + 1")
                self.add(node.value, str(node.value.value - 1), "constant - 1")

    def statement(self, node: ast.stmt) -> None:
        """Change a statement as a whole, then its parts."""
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return
        if isinstance(node, ast.Raise | ast.Assert):
            return
        self.statement_line = node.lineno
        if isinstance(node, ast.Expr | ast.AugAssign | ast.Continue) or is_attribute_set(node):
            self.add(node, "pass", "statement removed")
        if isinstance(node, ast.If | ast.While):
            self.add(node.test, f"not ({ast.unparse(node.test)})", "condition negated")
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, bool):
            self.add(node.value, str(not node.value.value), "return flipped")
        for child in expressions(node):
            self.expression(child)
        for block in blocks(node):
            self.statements(block, True)

    def expression(self, node: ast.expr) -> None:
        """Change an expression and its parts."""
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            for flip in FLIPS[type(node.ops[0])]:
                other = ast.Compare(node.left, [flip()], node.comparators)
                self.add(node, ast.unparse(other), "comparison flipped")
        elif isinstance(node, ast.BoolOp):
            other_op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            self.add(node, f"({ast.unparse(ast.BoolOp(other_op, node.values))})", "and/or swapped")
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            other_sign = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            if not isinstance(node.left, ast.List | ast.JoinedStr) and not is_text(node):
                self.add(node, ast.unparse(ast.BinOp(node.left, other_sign, node.right)), "+/- swapped")
        elif isinstance(node, ast.IfExp):
            self.add(node.test, f"not ({ast.unparse(node.test)})", "condition negated")
        elif is_nothing(node):
            self.add(node, "0", "constant + 1")
            return
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            self.add(node, f"({node.value + 1})", "constant + 1")
            self.add(node, f"({node.value - 1})", "constant - 1")
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.expression(child)
            elif isinstance(child, ast.comprehension):
                for test in child.ifs:
                    self.add(test, f"not ({ast.unparse(test)})", "condition negated")
                    self.expression(test)
                self.expression(child.iter)
            elif isinstance(child, ast.keyword):
                self.expression(child.value)


def is_stub(node: ast.FunctionDef) -> bool:
    """Return whether a function has no code."""
    body = [one for one in node.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    return not body or isinstance(body[0], ast.Raise)


def is_attribute_set(node: ast.stmt) -> bool:
    """Return whether a statement sets an existing attribute; the absence of a new one would be noticed at once."""
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets)
    return False


def is_nothing(node: ast.expr) -> bool:
    """Return whether an expression is -1, which stands for nothing; -2 would be equivalent."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return isinstance(node.operand, ast.Constant) and node.operand.value == 1
    return False


def is_text(node: ast.BinOp) -> bool:
    """Return whether a sum concatenates texts."""
    return any(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in (node.left, node.right))


def expressions(node: ast.stmt) -> Iterator[ast.expr]:
    """Return the expressions of a statement that are run, without types."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "target", "targets"):
            continue
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.expr):
                yield one


def blocks(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Return the statements below a statement."""
    for name in ("body", "orelse", "finalbody"):
        below = getattr(node, name, [])
        if below and isinstance(below[0], ast.stmt):
            yield below
    for handler in getattr(node, "handlers", []):
        yield handler.body


def marked(source: str, file: str, lines: set[int]) -> ast.Module:
    """Parse a file so that statements at these lines record themselves in `MARKS` whenever they run."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                setattr(node, name, [one for below in block for one in with_mark(below, file, lines)])
    return tree


def with_mark(node: ast.stmt, file: str, lines: set[int]) -> list[ast.stmt]:
    """Add a mark before a statement if its line is wanted."""
    if node.lineno not in lines:
        return [node]
    mark = ast.parse(f"{MARKS}.add({(file, node.lineno)!r})").body[0]
    for one in ast.walk(mark):
        ast.copy_location(one, node)
    return [mark, node]


def mutations(source: str) -> list[Mutation]:
    """List all possible mutations of a file."""
    finder = Finder(source)
    finder.statements(finder.tree.body, False)
    return finder.found
