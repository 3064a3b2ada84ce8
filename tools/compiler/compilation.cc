// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/compilation.h"

#include <algorithm>

#include "tools/compiler/brands.h"
#include "tools/compiler/declaration_cycles.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

std::string targetList(const Declaration& annotation) {
  std::string out;
  for (const Name& target : annotation.targets) (out += out.empty() ? "" : ", ") += target.text;
  return out;
}

AnnotationTarget targetOf(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::kConst:
      return AnnotationTarget::kConst;
    case DeclarationKind::kEnum:
      return AnnotationTarget::kEnum;
    case DeclarationKind::kEnumerant:
      return AnnotationTarget::kEnumerant;
    case DeclarationKind::kStruct:
      return AnnotationTarget::kStruct;
    case DeclarationKind::kField:
      return AnnotationTarget::kField;
    case DeclarationKind::kParameter:
      return AnnotationTarget::kParam;
    case DeclarationKind::kUnion:
      return AnnotationTarget::kUnion;
    case DeclarationKind::kGroup:
      return AnnotationTarget::kGroup;
    case DeclarationKind::kInterface:
      return AnnotationTarget::kInterface;
    case DeclarationKind::kMethod:
      return AnnotationTarget::kMethod;
    case DeclarationKind::kAnnotation:
      return AnnotationTarget::kAnnotation;
    default:
      return AnnotationTarget::kFile;
  }
}

// What a node's types and annotations name, in the order of the reference compiler.
class DependencyList {
 public:
  void addNode(const Node& node) {
    addFields(node);
    for (const Superclass& superclass : node.superclasses) {
      nodes_.push_back(superclass.node);
      addBrand(superclass.brand);
    }
    for (const Method& method : node.methods) addMethod(method);
    for (const Enumerant& enumerant : node.enumerants) addAnnotations(enumerant.annotations);
    if (node.kind == NodeKind::kConst || node.kind == NodeKind::kAnnotation) addType(node.type);
    addAnnotations(node.annotations);
    for (const auto& inner : node.innerNodes) addFields(*inner);
  }

  const std::vector<Node*>& nodes() const { return nodes_; }

 private:
  void addFields(const Node& node) {
    for (const Field& field : node.fields) {
      if (field.group == nullptr) addType(field.type);
      addAnnotations(field.annotations);
    }
  }
  void addMethod(const Method& method) {
    addType(method.parameters);
    addType(method.results);
    addAnnotations(method.annotations);
  }
  void addType(const Type& type) {
    Node* named = namedNode(type);
    if (named == nullptr) return;
    if (!named->isOfMethod) nodes_.push_back(named);
    addBrand(elementOf(type).brand);
  }
  void addBrand(const BrandPtr& brand) {
    if (brand == nullptr) return;
    for (const Brand::Scope& scope : brand->scopes) {
      for (const Type& argument : scope.arguments) addType(argument);
    }
  }
  void addAnnotations(const std::vector<AppliedAnnotation>& annotations) {
    for (const AppliedAnnotation& applied : annotations) nodes_.push_back(applied.annotation);
  }

  std::vector<Node*> nodes_;
};

}  // namespace

bool Compilation::run(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    Module* module = modules_.request(file);
    if (module == nullptr || module->root == nullptr) continue;
    if (std::find(requested_.begin(), requested_.end(), module) != requested_.end()) continue;
    requested_.push_back(module);
    visitAll(*module->root);
  }
  finishValues();
  checkDeclarationCycles(order_.nodes(), diagnostics_);
  return !diagnostics_.hasErrors();
}

// A depth-first walk with a stack of its own: chains of types can be as long as a file.
void Compilation::visitAll(Node& root) {
  std::vector<Task> tasks = {{&root, Reach::kChildren}};
  while (!tasks.empty()) {
    Task task = tasks.back();
    tasks.pop_back();
    visit(task, tasks);
  }
}

// Adds what is to be visited next in reverse: dependencies come first, then the scope around the
// node, or the declarations inside of it.
void Compilation::visit(Task task, std::vector<Task>& tasks) {
  Node& node = *task.node;
  auto reach = static_cast<std::uint8_t>(task.reach);
  if (task.reach == Reach::kNothing) return finish(node);
  if ((node.visited & reach) != 0) return;
  node.visited |= reach;

  compile(node);
  order_.load(node);
  if (task.reach == Reach::kChildren) {
    for (auto child = node.nested.rbegin(); child != node.nested.rend(); ++child) {
      tasks.push_back({child->get(), Reach::kChildren});
    }
    resolver_.checkAliases(node);
  } else if (node.parent != nullptr) {
    tasks.push_back({node.parent, Reach::kParents});
  }
  tasks.push_back({&node, Reach::kNothing});
  DependencyList dependencies;
  dependencies.addNode(node);
  for (auto it = dependencies.nodes().rbegin(); it != dependencies.nodes().rend(); ++it) {
    tasks.push_back({*it, Reach::kParents});
  }
}

// A node is finished after its dependencies, but for those that have led to it.
void Compilation::finish(const Node& node) {
  if (firstMethodStruct_ != nullptr || node.kind != NodeKind::kInterface) return;
  if (!node.innerNodes.empty()) firstMethodStruct_ = node.innerNodes.front().get();
}

void Compilation::compile(Node& node) {
  if (std::exchange(node.compiled, true)) return;
  evaluator_.ensureType(node);
  if (node.kind == NodeKind::kConst) evaluator_.ensureConstant(node);
  if (node.kind == NodeKind::kStruct) compileFields(node);
  for (const auto& inner : node.innerNodes) compileFields(*inner);
  for (Method& method : node.methods) {
    method.annotations =
        compileAnnotations(method.declaration->annotations, AnnotationTarget::kMethod,
                           method.scope == nullptr ? node : *method.scope);
  }
  for (Enumerant& enumerant : node.enumerants) {
    enumerant.annotations =
        compileAnnotations(enumerant.declaration->annotations, AnnotationTarget::kEnumerant, node);
  }
  node.annotations =
      compileAnnotations(node.declaration->annotations, targetOf(*node.declaration), node);
}

// Of a struct, a group or the struct of a method.
void Compilation::compileFields(Node& node) {
  evaluator_.ensureDefaults(node);
  for (Field& field : node.fields) {
    field.annotations = compileAnnotations(field.declaration->annotations,
                                           targetOf(*field.declaration), structOf(node));
  }
}

std::vector<AppliedAnnotation> Compilation::compileAnnotations(
    const SyntaxList<AnnotationUse>& uses, AnnotationTarget target, Node& scope) {
  std::vector<AppliedAnnotation> out;
  for (const AnnotationUse& use : uses) {
    AppliedAnnotation applied;
    if (compileAnnotation(use, target, scope, applied)) out.push_back(std::move(applied));
  }
  return out;
}

bool Compilation::compileAnnotation(const AnnotationUse& use, AnnotationTarget target, Node& scope,
                                    AppliedAnnotation& out) {
  Meaning meaning = resolver_.resolve(*use.name, scope);
  if (meaning.kind == Meaning::Kind::kUnknown) return false;
  std::string name(scope.module->source->text(use.name->range));
  if (meaning.kind != Meaning::Kind::kNode || meaning.node->kind != NodeKind::kAnnotation) {
    resolver_.error(scope, use.name->range,
                    "'" + name + "' is not an annotation but " + std::string(describe(meaning)));
    return false;
  }
  Node& annotation = *meaning.node;
  if (&annotation == &scope) {
    resolver_.error(scope, use.name->range, "this declaration depends on itself");
    return false;
  }
  if (!appliesTo(*annotation.declaration, target)) {
    std::string kind(kAnnotationTargetNames[static_cast<std::size_t>(target)]);
    resolver_.error(scope, use.name->range,
                    "'" + name + "' cannot be applied to this kind of declaration: " + kind,
                    Note{annotation.module->source.get(), annotation.declaration->name.range,
                         "it is for: " + targetList(*annotation.declaration)});
    return false;
  }
  evaluator_.ensureType(annotation);
  out.annotation = &annotation;
  out.brand = meaning.brand;
  out.type = substitute(annotation.type, meaning.brand);
  if (use.value != nullptr) {
    out.value = evaluator_.evaluate(*use.value, out.type, scope);
    return out.value != nullptr;
  }
  out.value = evaluator_.voidValue();
  if (out.type.kind == TypeKind::kVoid) return true;
  if (out.type.kind == TypeKind::kUnknown) return false;
  resolver_.error(scope, use.name->range,
                  "'" + name + "' needs a value of type " + typeName(out.type));
  return false;
}

// Values can be of structs that no requested file depends on. To write them their defaults are
// needed.
void Compilation::finishValues() {
  for (;;) {
    std::vector<Node*> nodes = evaluator_.takeStructsInValues();
    if (nodes.empty()) return;
    for (Node* node : nodes) evaluator_.ensureDefaults(*node);
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
